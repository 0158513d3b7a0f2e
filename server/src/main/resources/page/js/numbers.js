// Turns typed or pasted text into samples: JSON, or numbers separated by commas, semicolons, tabs or blanks.

/** More rows than a person looks through one by one. */
const MOST = 1000;

/** Samples as the server takes them: a list of numbers, or a row as an object by column name. */
export function readSamples(text, {kind, shape, columns, recordings}) {
  const size = shape.reduce((product, side) => product * side, 1);
  const trimmed = text.trim();
  if (!trimmed) {
    throw new Error('There are no numbers yet. Type or paste some.');
  }
  const isJson = /^[[{]/.test(trimmed);
  const samples = isJson ? fromJson(trimmed, size) : fromText(trimmed, {size, kind, shape, columns, recordings});
  return samples.slice(0, MOST);
}

function fromJson(text, size) {
  let data = parsed(text);
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

/** JSON, or an object on each line. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (failure) {
    const lines = text.split(/\r?\n/).filter(line => line.trim());
    try {
      return lines.map(line => JSON.parse(line));
    } catch {
      throw new Error(`This is not valid JSON (${failure.message}). Check brackets and commas.`);
    }
  }
}

function fromText(text, {size, kind, shape, columns, recordings}) {
  const rows = text.split(/\r?\n/).filter(row => row.trim());
  const separator = [';', '\t', ','].find(mark => rows[0].includes(mark)) ?? ' ';
  const lines = rows.map(row => cells(row, separator));
  const hasSteps = kind === 'series' && (shape[0] > 1 || recordings);
  const steps = hasSteps ? stepsOf(lines, shape[0], recordings) : null;
  if (steps) {
    return windows(steps, shape);
  }
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

/** The lines as steps, each with a value for every channel; null when they are something else. */
function stepsOf([first, ...rest], channels, recordings) {
  if (recordings && first.some(cell => !isNumber(cell))) {
    const places = recordings.channels.map(name => first.indexOf(name));
    const missing = recordings.channels.filter((_, i) => places[i] < 0);
    if (missing.length > 0) {
      throw new Error(`There is no column “${missing[0]}”. The detector needs ${recordings.channels.join(', ')}.`);
    }
    return rest.map(line => numbers(places.map(place => line[place] ?? '')));
  }
  const lines = [first, ...rest];
  return lines.every(line => line.length === channels) ? lines.map(numbers) : null;
}

/** One behind the other; the last one ends with the recording. */
function windows(rows, [channels, length]) {
  if (rows.length < length) {
    throw new Error(`This has ${rows.length} steps, the detector judges ${length}.`);
  }
  const count = Math.ceil(rows.length / length);
  return Array.from({length: count}, (_, i) => {
    const window = rows.slice(Math.min(i * length, rows.length - length)).slice(0, length);
    return Array.from({length: channels}, (_, channel) => window.map(step => step[channel])).flat();
  });
}

/** Column names in the first line; their order does not matter, and the server names what is missing. */
function withHeader([names, ...rows], kind, columns) {
  if (kind !== 'table') {
    const wrong = names.find(cell => !isNumber(cell));
    throw new Error(`“${wrong}” is not a number. Leave out names and labels.`);
  }
  const named = names.some(name => columns.includes(name));
  if (!named && [names, ...rows].every(row => row.length === columns.length)) {
    return [names, ...rows].map(row => byName(columns, row));
  }
  if (rows.length === 0) {
    throw new Error(
      named
        ? 'There are column names but no row. Add a line with the values.'
        : `This has ${names.length} values, the detector expects ${columns.length}, or column names in the first line.`,
    );
  }
  return rows.map(row => byName(names, row));
}

/** As text: the detector knows which fields are numbers, and 007 may be a category. */
function byName(names, row) {
  return Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']).filter(([name]) => name));
}

/** What stands between separators; within quotes they are text, and a doubled quote is one. */
function cells(line, separator) {
  const field =
    separator === ' '
      ? /\s*("(?:[^"]|"")*"|\S+)(\s|$)/y
      : new RegExp(` *("(?:[^"]|"")*"|[^${separator}]*)(${separator}|$)`, 'y');
  const text = (separator === '\t' ? line : line.trim()).replace(/[,;]$/, '');
  const found = [];
  for (let match = field.exec(text); match; match = match[2] && field.exec(text)) {
    found.push(match[1].trim().replace(/^"(.*)"$/, '$1').replaceAll('""', '"'));
  }
  return found;
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
