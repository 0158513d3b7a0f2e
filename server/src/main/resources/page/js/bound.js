// The line between normal and strange, by the rule of the server (FalseAlarmBound), so that a slider needs no request.

/** Far more than the rounding of a rate, far less than the share of one score. */
const ROUNDING = 1e-9;

/**
 * The line for a false-alarm rate. A sample is a stranger if its p-value is at most `pValue`, which is a score above
 * `score`. At the detector's own rate the line is the detector's, as its guarantee may be stricter than an average.
 * `shown` is where to draw it: no p-value lies between the rate and `pValue`, and the rate is what a person set.
 */
export function lineAt(description, rate) {
  const {guarantee, threshold, held_out: heldOut} = description;
  if (rate === guarantee.false_alarm) {
    return {
      rate,
      rank: Math.round(threshold.p_value * (heldOut.count + 1) - 0.5),
      pValue: threshold.p_value,
      score: threshold.score,
      shown: guarantee.risk === undefined ? rate : threshold.p_value,
      own: true,
    };
  }
  const rank = Math.min(heldOut.count, Math.max(1, Math.floor(rate * (heldOut.count + 1) + ROUNDING)));
  return {
    rate,
    rank,
    pValue: (rank + 0.5) / (heldOut.count + 1),
    score: largest(heldOut, rank),
    shown: rate,
    own: false,
  };
}

export function isStranger(verdict, line) {
  return verdict.p_value <= line.pValue;
}

/** The smallest rate that this many held-out samples can guarantee. */
export function smallestRate(heldOut) {
  return 1 / (heldOut.count + 1);
}

/** The rank-th largest held-out score, read from the quantiles. */
function largest({count, scores}, rank) {
  return quantile(scores, count > 1 ? (count - rank) / (count - 1) : 0);
}

/** A value between ascending quantiles. */
export function quantile(quantiles, share) {
  const place = Math.min(1, Math.max(0, share)) * (quantiles.length - 1);
  const left = Math.min(quantiles.length - 1, Math.floor(place));
  const right = Math.min(quantiles.length - 1, left + 1);
  return quantiles[left] + (place - left) * (quantiles[right] - quantiles[left]);
}

/** The share of samples at or below a value, the inverse of `quantile`. */
export function shareBelow(quantiles, value) {
  const last = quantiles.length - 1;
  if (value < quantiles[0]) {
    return 0;
  }
  if (value >= quantiles[last]) {
    return 1;
  }
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (quantiles[middle] <= value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const step = quantiles[high] - quantiles[low];
  return (low + (step > 0 ? (value - quantiles[low]) / step : 0)) / last;
}
