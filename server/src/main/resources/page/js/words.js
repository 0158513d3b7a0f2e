// Numbers and verdicts in words.

const ENERGIES = {
  full_energy: 'Full energy',
  kpca_error: 'kPCA error',
  ae_loss: 'Reconstruction loss',
  neg_corr: 'Negative correlation',
  neighbours: 'Distance to neighbours',
  feature_length: 'Length of the features',
  energy: 'Energy of the logits',
  max_softmax: 'Doubt (−log of the largest softmax)',
  margin: 'Margin of the logits',
  mahalanobis: 'Mahalanobis distance',
};

/** Three significant digits, without a tail of zeros. */
export function number(value) {
  if (!Number.isFinite(value)) {
    return String(value);
  }
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    return value.toExponential(1).replace('e+', 'e');
  }
  return size >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

export function count(value, noun) {
  const text = value.toLocaleString('en');
  return noun ? `${text} ${noun}${value === 1 ? '' : 's'}` : text;
}

export function percent(share) {
  return `${number(100 * share)} %`;
}

/** Bytes as a person says them. */
export function size(bytes) {
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function moment(time) {
  return new Date(time).toLocaleString('en', {dateStyle: 'medium', timeStyle: 'short', hour12: false});
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function energyName(name) {
  return ENERGIES[name] ?? capital(name.replaceAll('_', ' '));
}

/** So many channels are named. */
const MOST_NAMED = 8;

/** What the detector takes, such as "pictures of 28 x 28 pixels". */
export function takes({kind, shape, columns = [], recordings}) {
  if (kind === 'picture') {
    return `${shape[0] === 3 ? 'colour' : 'grey'} pictures of ${shape[2]} × ${shape[1]} pixels`;
  }
  if (recordings) {
    const {window, channels} = recordings;
    const named = channels.slice(0, MOST_NAMED).join(', ') + (channels.length > MOST_NAMED ? ' …' : '');
    return `recordings of ${count(window, 'step')} or more, with the columns ${named}`;
  }
  if (kind === 'series') {
    const [channels, steps] = shape.length > 1 ? shape : [1, shape[0]];
    return `series of ${count(steps, 'step')}${channels > 1 ? ` in ${channels} channels` : ''}`;
  }
  return `rows of ${count(columns.length || shape[0], 'column')}`;
}

/** How many held-out normal samples are as strange, which is all that a p-value says. */
export function rarity(pValue, heldOut) {
  const asStrange = Math.round(pValue * (heldOut + 1)) - 1;
  const all = `${count(heldOut)} held-out normal samples`;
  if (asStrange <= 0) {
    return `None of ${all} is as strange.`;
  }
  const share = asStrange / heldOut;
  return (
    `${count(asStrange)} of ${all} ${asStrange === 1 ? 'is' : 'are'} as strange or stranger` +
    (share >= 0.01 ? ` (${percent(Number(share.toPrecision(2)))}).` : '.')
  );
}
