import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderChartReadme } from './chart-readme.ts'
import { renderChartSchema } from './chart-schema.ts'
import { CLIENT_HEADER_FILES, fillClientHeaders } from './client-headers.ts'
import { renderOpenApi } from './openapi/document.ts'
import { renderDoctorSchema, renderExplainSchema } from './output-schemas.ts'
import { renderReference, renderSchema } from './reference.ts'
import { fillReferenceTables } from './reference-tables.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'config')
writeFileSync(join(folder, 'README.md'), renderReference())
writeFileSync(join(folder, 'gatehouse.schema.json'), renderSchema())
writeFileSync(join(folder, 'doctor.schema.json'), renderDoctorSchema())
writeFileSync(join(folder, 'explain.schema.json'), renderExplainSchema())
const chart = join(root, 'deploy', 'helm', 'gatehouse')
writeFileSync(join(chart, 'values.schema.json'), renderChartSchema())
writeFileSync(join(chart, 'README.md'), renderChartReadme())

const reference = join(root, 'gateway', 'REFERENCE.md')
writeFileSync(reference, fillReferenceTables(readFileSync(reference, 'utf8')))
writeFileSync(join(folder, 'openapi.json'), await renderOpenApi())

for (const file of Object.keys(CLIENT_HEADER_FILES)) {
  const path = join(root, 'deploy', 'forward-auth', file)
  writeFileSync(path, fillClientHeaders(file, readFileSync(path, 'utf8')))
}
