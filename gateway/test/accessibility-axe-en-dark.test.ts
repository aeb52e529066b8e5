import { checkWithAxe } from './fixtures/axe.ts'

checkWithAxe('en', 'dark')
