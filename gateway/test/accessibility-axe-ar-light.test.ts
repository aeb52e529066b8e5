import { checkWithAxe } from './fixtures/axe.ts'

checkWithAxe('ar', 'light')
