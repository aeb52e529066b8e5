import { writeFileSync } from 'node:fs'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import { renderRecipesPage } from './page.ts'

/** Writes the page of recipes. `npm run generate`. */
writeFileSync(packagePath('gateway', 'docs', 'application-recipes.md'), renderRecipesPage())
