// Rows of a table as people write them: in a sample, a category is its place in a list, and a time is a number of days.

const MILLISECONDS = 86_400_000;

/** From the year 0 to 9999: other dates have more digits. */
const LEAST_DAYS = 719_528;
const MOST_DAYS = 2_932_896;

/** Whether a detector says what its columns hold. */
export function hasFields({kind, columns}) {
  return kind === 'table' && columns.length > 0;
}

/** A sample by column name; null is a gap. */
export function rowOf(values, description) {
  return Object.fromEntries(values.map((value, i) => [description.columns[i], field(value, i, description)]));
}

/** One value of a sample. */
export function field(value, i, {columns, kinds = [], categories = {}}) {
  if (value === null) {
    return null;
  }
  if (kinds[i] === 'category') {
    return categories[columns[i]][value] ?? 'an unknown text';
  }
  return kinds[i] === 'time' && value > -LEAST_DAYS && value < MOST_DAYS
    ? new Date(Math.round(value * MILLISECONDS)).toISOString().replace(/\.000Z$/, 'Z')
    : value;
}
