import { checkReflow } from './fixtures/reflow.ts'

checkReflow('en')
