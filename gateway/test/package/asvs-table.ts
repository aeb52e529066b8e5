import { readFileSync, writeFileSync } from 'node:fs'
import { packagePath } from '../../src/config/package-files.ts'
import { fillTable, readTitles, SECURITY_MODEL } from '../fixtures/asvs/table.ts'

/** Fills in the tests and totals of the table in SECURITY-MODEL.md. `npm run generate`. */
const path = packagePath(SECURITY_MODEL)
writeFileSync(path, fillTable(readFileSync(path, 'utf8'), readTitles().shownBy))
