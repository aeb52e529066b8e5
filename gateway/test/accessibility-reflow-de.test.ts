import { checkReflow } from './fixtures/reflow.ts'

checkReflow('de')
