/**
 * What turns p-values into guarantees: a bound on the false-alarm rate ({@link
 * dev.stranger.calibrate.FalseAlarmGuarantee}, {@link dev.stranger.calibrate.FalseAlarmBound}),
 * p-values by group ({@link dev.stranger.calibrate.GroupedCalibration}), a bounded share of false
 * discoveries in a batch ({@link dev.stranger.calibrate.FalseDiscovery}) and the watch over a
 * stream ({@link dev.stranger.calibrate.TestMartingale}, {@link
 * dev.stranger.calibrate.ShiryaevRoberts}, {@link dev.stranger.calibrate.DriftWindow}, and {@link
 * dev.stranger.calibrate.DriftMonitor} with all of them).
 *
 * <p>All of them start from the p-values of {@link dev.stranger.Calibration}: small means strange.
 * {@code docs/guarantees.md} says in plain words what holds when.
 */
@NullMarked
package dev.stranger.calibrate;

import org.jspecify.annotations.NullMarked;
