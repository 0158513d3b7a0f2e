"""Tests stranger_spark.py with a real PySpark, which the build does not need.

Run it from the root of a checkout after ``mvn -B verify``, where PySpark 4.1 is installed::

    export PYTHONPATH=spark/src/main/python:$PYTHONPATH
    export PYSPARK_SUBMIT_ARGS="--driver-class-path $CLASS_PATH pyspark-shell"
    python3 spark/src/test/python/stranger_spark_test.py

CLASS_PATH has the jar of stranger-spark and its dependencies, with stranger-train.
"""

import random
import tempfile
import unittest

from pyspark.ml import Pipeline, PipelineModel
from pyspark.sql import SparkSession

from stranger_spark import StrangerEstimator, StrangerModel

FOLDER = "score/src/test/resources/dev/stranger/score/format-1/"


class StrangerSparkTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        cls.spark = builder.getOrCreate()
        cls.rows = cls.spark.read.csv(FOLDER + "rows.csv", header=True, inferSchema=True)
        cls.verdicts = cls.spark.read.csv(FOLDER + "row-verdicts.csv", header=True).collect()

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def test_verdicts_are_those_of_the_command_line(self):
        judged = StrangerModel.fromFile(FOLDER + "table.onnx").transform(self.rows).collect()
        self.assertEqual([r.isOod for r in judged], [v.ood == "true" for v in self.verdicts])
        for row, verdict in zip(judged, self.verdicts):
            self.assertAlmostEqual(row.score / float(verdict.score), 1, places=5)

    def test_a_pipeline_that_was_saved_judges_alike(self):
        model = StrangerModel.fromFile(FOLDER + "table.onnx").setScoreCol("s").setFalseAlarm(0.1)
        model.setHandleInvalid("keep").setInputCols(["speed", "temperature", "pressure"])
        with tempfile.TemporaryDirectory() as folder:
            PipelineModel([model]).write().overwrite().save(folder + "/pipeline")
            loaded = PipelineModel.load(folder + "/pipeline")
            self.assertIsInstance(loaded.stages[0], StrangerModel)
            self.assertEqual(loaded.stages[0].getOrDefault("falseAlarm"), 0.1)
            self.assertEqual(
                loaded.transform(self.rows).collect(), model.transform(self.rows).collect()
            )
            loaded.stages[0].toFile(folder + "/detector.onnx")
            with open(folder + "/detector.onnx", "rb") as one:
                with open(FOLDER + "table.onnx", "rb") as other:
                    self.assertEqual(one.read(), other.read())

    def test_the_function_judges_in_sql(self):
        StrangerModel.fromFile(FOLDER + "table.onnx").register("stranger_judge")
        self.rows.createOrReplaceTempView("events")
        judged = self.spark.sql(
            "select stranger_judge(struct(temperature, pressure, speed)).is_ood as ood from events"
        )
        self.assertEqual(
            [row.ood for row in judged.collect()], [v.ood == "true" for v in self.verdicts]
        )

    def test_an_estimator_learns(self):
        source = random.Random(1)
        rows = [(source.gauss(0, 1), source.gauss(0, 1)) for _ in range(500)]
        data = self.spark.createDataFrame(rows, ["a", "b"])
        estimator = StrangerEstimator(inputCols=["a", "b"], method="neighbours").setSeed(3)
        model = Pipeline(stages=[estimator]).fit(data).stages[0]
        self.assertIsInstance(model, StrangerModel)
        far = self.spark.createDataFrame([(50.0, -50.0)], ["a", "b"])
        self.assertTrue(model.transform(far).first().isOod)
        with tempfile.TemporaryDirectory() as folder:
            estimator.write().overwrite().save(folder + "/estimator")
            loaded = StrangerEstimator.load(folder + "/estimator")
            self.assertEqual(loaded.getOrDefault("method"), "neighbours")


if __name__ == "__main__":
    unittest.main()
