import { writeFileSync } from 'node:fs'
import { packagePath } from '../gateway/src/config/package-files.ts'
import { renderSchema } from './reference.ts'
import { renderValidator } from './validator.ts'

writeFileSync(packagePath('dist', 'config', 'gatehouse.validate.cjs'), renderValidator(renderSchema()))
