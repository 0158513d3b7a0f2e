package dev.stranger.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

class RoomsTest {

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("dev.stranger.spark");

  /** Models are used, and found by Spark, where stranger-train is not on the class path. */
  @Test
  void onlyTrainingKnowsTrain() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.(\\w*Training|RankTask|ModelRecalibration)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.stranger.train..", "dev.stranger.evaluate..", "org.bytedeco..")
        .check(ALL);
  }

  @Test
  void onlyScoreAndTrainKnowNatives() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("ai.onnxruntime..", "org.bytedeco..")
        .check(ALL);
  }
}
