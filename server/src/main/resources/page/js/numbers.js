// Turns typed or pasted text into samples: JSON, or numbers separated by commas, semicolons, tabs or blanks.

/** More rows than a person looks through one by one. */
const MOST = 1000;

/** Samples as the server takes them: a list of numbers, or a row as an object by column name. */
export function readSamples(text, {kind, shape, columns}) {
  const size = shape.reduce((product, side) => product * side, 1);
  const trimmed = text.trim();
  if (!trimmed) {
    throw new Error('There are no numbers yet. Type or paste some.');
  }
  const samples = /^[[{]/.test(trimmed) ? fromJson(trimmed, size) : fromText(trimmed, size, kind, columns);
  return samples.slice(0, MOST);
}

function fromJson(text, size) {
  let data;
  try {
    data = JSON.parse(text);
  } catch (failure) {
    throw new Error(`This is not valid JSON (${failure.message}). Check brackets and commas.`);
  }
  data = data.instances ?? data;
  if (!Array.isArray(data)) {
    return [data];
  }
  if (data.flat(Infinity).length === size && typeof data[0] !== 'object') {
    return [data];
  }
  const nested = data.every(part => typeof part === 'object' && part !== null);
  if (!nested) {
    throw wrongCount(data.length, size);
  }
  // One sample may be nested by channel; more than one is a list of samples.
  return Array.isArray(data[0]) && data.flat(Infinity).length === size ? [data.flat(Infinity)] : data;
}

function fromText(text, size, kind, columns) {
  const lines = text
    .split(/\r?\n/)
    .map(cells)
    .filter(line => line.length > 0);
  if (lines[0].some(cell => !isNumber(cell))) {
    return withHeader(lines, kind, columns);
  }
  if (lines.every(line => line.length === size)) {
    return lines.map(numbers);
  }
  const all = lines.flat();
  if (kind !== 'table' && all.length === size) {
    return [numbers(all)];
  }
  const wrong = lines.find(line => line.length !== size);
  throw wrongCount(lines.length === 1 || kind === 'table' ? wrong.length : all.length, size);
}

/** Column names in the first line; their order does not matter, and the server names what is missing. */
function withHeader([names, ...rows], kind, columns) {
  if (kind !== 'table') {
    const wrong = names.find(cell => !isNumber(cell));
    throw new Error(`“${wrong}” is not a number. Leave out names and labels.`);
  }
  if (rows.length === 0) {
    throw new Error(
      names.some(name => columns.includes(name))
        ? 'There are column names but no row. Add a line with the values.'
        : `“${names.find(cell => !isNumber(cell))}” is not a number. Check the row.`,
    );
  }
  return rows.map(row =>
    Object.fromEntries(
      names.map((name, i) => [name, isNumber(row[i] ?? '') ? Number(row[i]) : (row[i] ?? '')]).filter(([name]) => name),
    ),
  );
}

function cells(line) {
  const trimmed = line.trim().replace(/[,;]$/, '');
  if (!trimmed) {
    return [];
  }
  const separator = [';', '\t', ','].find(mark => trimmed.includes(mark)) ?? /\s+/;
  return trimmed.split(separator).map(cell => cell.trim().replace(/^"(.*)"$/, '$1'));
}

const isNumber = text => text !== '' && Number.isFinite(Number(text));

const numbers = line =>
  line.map(cell => {
    if (!isNumber(cell)) {
      throw new Error(`“${cell}” is not a number. Correct it and judge again.`);
    }
    return Number(cell);
  });

function wrongCount(found, size) {
  return new Error(`This has ${found} values, the detector expects ${size}.`);
}
