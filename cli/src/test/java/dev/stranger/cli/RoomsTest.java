package dev.stranger.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

/** The arrows between the rooms point down; see docs/architecture.md. */
class RoomsTest {

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("dev.stranger");

  @Test
  void arrowsPointDown() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.stranger..")
        .layer("cli")
        .definedBy("dev.stranger.cli..")
        .layer("paper")
        .definedBy("dev.stranger.paper..")
        .layer("train")
        .definedBy("dev.stranger.train..")
        .layer("evaluate")
        .definedBy(
            "dev.stranger.metric..",
            "dev.stranger.baseline..",
            "dev.stranger.evaluate..",
            "dev.stranger.report..")
        .layer("data")
        .definedBy("dev.stranger.data..")
        .layer("server")
        .definedBy("dev.stranger.server..")
        .layer("score")
        .definedBy("dev.stranger.score..")
        .layer("core")
        .definedBy(
            "dev.stranger",
            "dev.stranger.calibrate..",
            "dev.stranger.picture..",
            "dev.stranger.prepare..",
            "dev.stranger.series..",
            "dev.stranger.table..")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("paper")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("train")
        .mayOnlyBeAccessedByLayers("cli", "paper")
        .whereLayer("evaluate")
        .mayOnlyBeAccessedByLayers("cli", "paper", "train")
        .whereLayer("data")
        .mayOnlyBeAccessedByLayers("cli", "paper", "train", "evaluate")
        .whereLayer("server")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("score")
        .mayOnlyBeAccessedByLayers("cli", "server", "paper", "train", "evaluate")
        .check(ALL);
  }

  @Test
  void metricsAndBaselinesKnowNoDetector() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.stranger.metric..", "dev.stranger.baseline..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.stranger.score..")
        .check(ALL);
  }

  @Test
  void onlyTrainKnowsLibtorchAndOnlyScoreKnowsOnnxRuntime() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.stranger.train..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.bytedeco..")
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.stranger.score..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ai.onnxruntime..")
        .check(ALL);
  }

  @Test
  void judgingNeedsOnlyOnnxRuntimeAndStatistics() {
    String[] judging = {
      "dev.stranger",
      "dev.stranger.calibrate..",
      "dev.stranger.picture..",
      "dev.stranger.prepare..",
      "dev.stranger.series..",
      "dev.stranger.table..",
      "dev.stranger.score.."
    };
    String[] outside = {
      "java..",
      "javax.imageio..",
      "org.jspecify..",
      "org.apache.commons.statistics..",
      "ai.onnxruntime.."
    };
    classes()
        .that()
        .resideInAnyPackage(judging)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(judging).or(resideInAnyPackage(outside)).as("small"))
        .check(ALL);
  }

  @Test
  void onlyTrainersWriteDetectors() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.stranger.train..", "dev.stranger.score..")
        .should()
        .dependOnClassesThat()
        .haveSimpleName("DetectorDraft")
        .check(ALL);
  }

  @Test
  void packagesDependOnOneAnotherInOneDirectionOnly() {
    slices().matching("dev.stranger.(**)").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void readersKnowNothingOfNamedSets() {
    noClasses()
        .that()
        .resideInAPackage("dev.stranger.data")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.stranger.data.catalogue")
        .check(ALL);
  }

  @Test
  void trainingKnowsNothingOfAttacks() {
    noClasses()
        .that()
        .resideInAPackage("dev.stranger.train..")
        .and()
        .resideOutsideOfPackage("dev.stranger.train.attack")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.stranger.train.attack")
        .check(ALL);
  }

  @Test
  void nothingIsCalledAfterWhatItIsNot() {
    noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)").check(ALL);
  }
}
