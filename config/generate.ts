import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderReference, renderSchema } from './reference.ts'
import { renderValidator } from './validator.ts'

const folder = join(import.meta.dirname, '..', '..', 'config')
writeFileSync(join(folder, 'README.md'), renderReference())
writeFileSync(join(folder, 'gatehouse.schema.json'), renderSchema())
writeFileSync(join(folder, 'gatehouse.validate.cjs'), renderValidator(renderSchema()))
