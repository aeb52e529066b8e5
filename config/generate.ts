import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderReference, renderSchema } from './reference.ts'

const folder = join(import.meta.dirname, '..', '..', 'config')
writeFileSync(join(folder, 'README.md'), renderReference())
writeFileSync(join(folder, 'gatehouse.schema.json'), renderSchema())
