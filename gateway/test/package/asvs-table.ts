import { readFileSync, writeFileSync } from 'node:fs'
import { packagePath } from '../../src/config/package-files.ts'
import { fillTable, readTitles, SECURITY_MODEL } from '../fixtures/asvs/table.ts'

/** Writes into the table of SECURITY-MODEL.md which tests show what, and counts the verdicts. `npm run asvs:table`. */
const path = packagePath(SECURITY_MODEL)
writeFileSync(path, fillTable(readFileSync(path, 'utf8'), readTitles().shownBy))
