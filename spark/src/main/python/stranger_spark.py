"""Stranger on PySpark: judges rows of a DataFrame, and learns detectors from them.

Copy this one file to where Python finds modules, or pass it with ``--py-files``; the jar of
stranger-spark must be on the class path of Spark (see docs/spark.md)::

    from stranger_spark import StrangerModel

    model = StrangerModel.fromFile("detector.onnx").setInputCol("features")
    model.transform(df).where("isOod").show()

Params and defaults are those of the Java classes, which do all the work.
"""

import sys
import types

from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel
from pyspark.sql import SparkSession

__all__ = ["StrangerEstimator", "StrangerModel"]

_PACKAGE = "dev.stranger.spark"


class _Reader(JavaMLReader):
    """Loads classes of Stranger; PySpark would look for them among its own."""

    @classmethod
    def _java_loader_class(cls, clazz):
        return _PACKAGE + "." + clazz.__name__


class _Readable(JavaMLReadable):
    @classmethod
    def read(cls):
        return _Reader(cls)


class _JudgeParams(Params):
    """Where samples come from, where verdicts go, and what is done with invalid rows."""

    _text = TypeConverters.toString
    inputCol = Param(
        Params._dummy(),
        "inputCol",
        "column with samples: vector, array of numbers, picture or struct",
        _text,
    )
    inputCols = Param(
        Params._dummy(),
        "inputCols",
        "columns with the values of a sample",
        TypeConverters.toListString,
    )
    scoreCol = Param(Params._dummy(), "scoreCol", "column for the score", _text)
    pValueCol = Param(Params._dummy(), "pValueCol", "column for the p-value", _text)
    isOodCol = Param(Params._dummy(), "isOodCol", "column that tells strangers", _text)
    energiesCol = Param(
        Params._dummy(), "energiesCol", "column for the energies; empty for none", _text
    )
    reasonsCol = Param(
        Params._dummy(), "reasonsCol", "column for the reasons; empty for none", _text
    )
    handleInvalid = Param(Params._dummy(), "handleInvalid", "error, skip or keep", _text)
    falseAlarm = Param(
        Params._dummy(),
        "falseAlarm",
        "share of normal samples that is flagged at most",
        TypeConverters.toFloat,
    )

    def setInputCol(self, value):
        return self._set(inputCol=value)

    def setInputCols(self, value):
        return self._set(inputCols=value)

    def setScoreCol(self, value):
        return self._set(scoreCol=value)

    def setPValueCol(self, value):
        return self._set(pValueCol=value)

    def setIsOodCol(self, value):
        return self._set(isOodCol=value)

    def setEnergiesCol(self, value):
        return self._set(energiesCol=value)

    def setReasonsCol(self, value):
        return self._set(reasonsCol=value)

    def setHandleInvalid(self, value):
        return self._set(handleInvalid=value)

    def setFalseAlarm(self, value):
        return self._set(falseAlarm=value)


class StrangerModel(JavaModel, _JudgeParams, _Readable, JavaMLWritable):
    """Judges the rows of a DataFrame with one detector."""

    @classmethod
    def fromFile(cls, path):
        """A model with the detector of a file on the driver."""
        SparkSession.builder.getOrCreate()  # starts the Java machine where there is none
        return cls._from_java(_java_class("StrangerModel").fromFile(path))

    def toFile(self, path):
        """Writes the detector file, the same byte for byte."""
        self._java_obj.toFile(path)

    def register(self, name="stranger_judge"):
        """Registers a function for SQL that judges one value."""
        self._transfer_params_to_java()
        session = SparkSession.builder.getOrCreate()
        self._java_obj.register(session._jsparkSession, name)


class StrangerEstimator(JavaEstimator, _JudgeParams, _Readable, JavaMLWritable):
    """Learns a detector from rows, normal samples alone; needs stranger-train on the driver."""

    maxSamples = Param(
        Params._dummy(), "maxSamples", "rows to learn from, at most", TypeConverters.toInt
    )
    seed = Param(Params._dummy(), "seed", "all randomness comes from it", TypeConverters.toInt)
    method = Param(Params._dummy(), "method", "what learns, such as st-rkm", TypeConverters.toString)
    epochs = Param(
        Params._dummy(), "epochs", "passes over the samples; 0 by the data", TypeConverters.toInt
    )
    shape = Param(
        Params._dummy(), "shape", "shape of a sample, such as 1x28x28", TypeConverters.toString
    )
    ranks = Param(
        Params._dummy(), "ranks", "tasks that train together on all rows", TypeConverters.toInt
    )
    checkpointDir = Param(
        Params._dummy(),
        "checkpointDir",
        "folder that keeps a training of several ranks; empty for none",
        TypeConverters.toString,
    )
    checkpointInterval = Param(
        Params._dummy(), "checkpointInterval", "epochs between checkpoints", TypeConverters.toInt
    )

    def __init__(self, **params):
        super().__init__()
        self._java_obj = self._new_java_obj(_PACKAGE + ".StrangerEstimator", self.uid)
        self._transfer_params_from_java()
        self._set(**params)

    def _create_model(self, java_model):
        return StrangerModel._from_java(java_model)

    def setMaxSamples(self, value):
        return self._set(maxSamples=value)

    def setSeed(self, value):
        return self._set(seed=value)

    def setMethod(self, value):
        return self._set(method=value)

    def setEpochs(self, value):
        return self._set(epochs=value)

    def setShape(self, value):
        return self._set(shape=value)

    def setRanks(self, value):
        return self._set(ranks=value)

    def setCheckpointDir(self, value):
        return self._set(checkpointDir=value)

    def setCheckpointInterval(self, value):
        return self._set(checkpointInterval=value)


def _java_class(name):
    from pyspark import SparkContext

    found = SparkContext._active_spark_context._jvm
    for part in (_PACKAGE + "." + name).split("."):
        found = getattr(found, part)
    return found


def _register_classes():
    """A pipeline that is loaded looks for Python classes by the names of the Java classes."""
    parent = None
    for end in range(1, 4):
        name = ".".join(_PACKAGE.split(".")[:end])
        module = sys.modules.setdefault(name, types.ModuleType(name))
        if parent is not None:
            setattr(parent, name.rsplit(".", 1)[1], module)
        parent = module
    parent.StrangerModel = StrangerModel
    parent.StrangerEstimator = StrangerEstimator


_register_classes()
