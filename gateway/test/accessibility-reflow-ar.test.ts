import { checkReflow } from './fixtures/reflow.ts'

checkReflow('ar')
