// Writes Python classes for every answer, error and event of the OpenAPI document:
//   npm install quicktype-core && node generate-python.mjs http://127.0.0.1:4000 api.py
import { writeFile } from 'node:fs/promises';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';

const [baseUrl = 'http://127.0.0.1:4000', file = 'api.py'] = process.argv.slice(2);
const text = await (await fetch(`${baseUrl}/api/v1/openapi`)).text();
// Dates stay texts, so that the classes need nothing beyond Python itself.
const { components } = JSON.parse(text, (key, value) => (key === 'format' ? undefined : value));
const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
for (const name of Object.keys(components.schemas).filter((each) => /(?:Answer|Event|Error)$/.test(each))) {
  await input.addSource({ name, schema: JSON.stringify({ $ref: `#/components/schemas/${name}`, components }) });
}
const inputData = new InputData();
inputData.addInput(input);
const { lines } = await quicktype({ inputData, lang: 'python', rendererOptions: { 'python-version': '3.7' } });
await writeFile(file, lines.join('\n'));
