import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { packagePath } from '../../../gateway/src/config/package-files.ts'
import {
  loadExample,
  problemsOfExample,
  readExample
} from '../../../gateway/test/fixtures/repository/yaml-examples.ts'
import { readLastRun } from '../last-run.ts'
import { listRecipeNames, readDocuments, renderRecipesPage } from '../page.ts'

const pathOf = (...path: string[]) => packagePath('deploy', 'recipes', ...path)
const skip = existsSync(pathOf()) ? false : 'needs a clone'

t.test('recipes: each folder has a title, a configuration, and a run or documents', { skip }, async (t) => {
  const names = listRecipeNames()
  t.ok(names.includes('prometheus') && names.includes('grafana'), `control: ${names.join()}`)
  for (const name of names) {
    t.match(readFileSync(pathOf(name, 'recipe.md'), 'utf8'), /^# \S.*\n\n\S/, `${name}: title and text`)
    const written = parse(readFileSync(pathOf(name, 'gatehouse.yaml'), 'utf8'))
    t.same(problemsOfExample(loadExample(t, readExample(written))), [], `${name}: check-config`)
    t.match(written.applications, [{ host: /\.example\.com$/, upstream: { url: /^http:/ } }], name)
    const documents = readDocuments(name)
    t.equal(documents === null, existsSync(pathOf(name, 'recipe.ts')), `${name}: run, or from documents`)
    if (documents !== null) t.match(documents, { version: /^\d/, url: /^https:/ }, name)
    const run = readLastRun(name)
    if (run !== null) t.match(run, { version: /./, date: /^\d{4}-\d\d-\d\d$/, variants: [/./] }, name)
  }
})

t.test('recipes: the page has a row and a section of each, with its files and links', { skip }, async (t) => {
  const page = renderRecipesPage()
  for (const text of [
    '| [Gitea and Forgejo](#gitea-and-forgejo) | `remote-user`, `remote-email`, `remote-name` | not here: documents of 1.26.4 |',
    '| `grafana` |  | `grafana_session`, `grafana_session_expiry` |',
    '| `paperless-ngx` | `remote-user` (email address) | `sessionid` |',
    '### Gitea and Forgejo\n\n',
    '`grafana.ini`:\n\n```ini\n[server]\n',
    '`gatehouse.yaml`:\n\n```yaml\napplications:\n  - name: grafana\n',
    '`configuration.yaml`:\n\n```yaml configuration.yaml\nhttp:\n',
    '```js\n{\n  const send = window.fetch\n',
    '](../REFERENCE.md#session-cookies-of-applications)',
    '](../../config/README.md#what-is-fetched-without-cookies)'
  ])
    t.ok(page.includes(text), text)
  const titles = [...page.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title)
  t.equal(titles.length, listRecipeNames().length)
  t.same(
    titles,
    [...titles].sort((one, other) => one.localeCompare(other, 'en'))
  )
  t.notMatch(page, /<!-- [\w.-]+ -->|documents\.json|recipe\.ts/)
})
