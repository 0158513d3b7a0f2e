// Prints score and p-value of samples, one a line: judge.js DETECTOR INPUT SAMPLES BATCH LENGTH...
const fs = require("node:fs");
const ort = require("onnxruntime-node");

async function main([detector, input, file, ...dimensions]) {
  const session = await ort.InferenceSession.create(detector);
  const bytes = fs.readFileSync(file);
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const said = await session.run({[input]: new ort.Tensor("float32", values, dimensions.map(Number))});
  said.score.data.forEach((score, i) => console.log(`${score} ${said.p_value.data[i]}`));
}

main(process.argv.slice(2));
