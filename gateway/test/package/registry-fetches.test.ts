import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'

/** A command or an import by which the package of another owner would come from a registry, as it has this name without a scope. */
const FETCH =
  /\b(?:npx|bunx|npm (?:exec|i|install|x)|(?:pnpm|yarn) (?:add|dlx|global add))\b[^\n`#;|&.]*[\s'",]gatehouse(?:@[\w.^~]+)?(?=['"\s`,]|$)|\bfrom 'gatehouse'|"gatehouse": "[\^~]?\d/m

const read = (path: string) => readFileSync(packagePath(path), 'utf8')
const skip = existsSync(packagePath('.git')) ? false : 'needs a clone'
/** Written so that the search does not find it here. */
const STRANGER = 'gatehouse'

t.test('package: its name is in a scope of its own, and only a workflow can publish it', async (t) => {
  const { name, publishConfig } = JSON.parse(read('package.json'))
  t.match(name, new RegExp(`^@[a-z-]+/${STRANGER}$`))
  t.same(publishConfig, { access: 'public', provenance: true }, 'which npm refuses outside of one')
  t.equal(JSON.parse(read('package-lock.json')).name, name)
})

t.test('package: no file of the repository fetches the package of another owner', { skip }, async (t) => {
  const root = packagePath()
  const listed = execFileSync('git', ['grep', '--untracked', '-zIl', ''], { cwd: root, encoding: 'utf8' })
  const paths = listed.split('\0').filter((path) => path !== '' && !path.startsWith('bench/results/'))
  t.ok(paths.includes('README.md') && paths.includes('deploy/Dockerfile'))
  t.same(
    paths.filter((path) => FETCH.test(read(path))),
    []
  )
  for (const line of [
    `npx ${STRANGER} keys generate > signature-keys`,
    `KEYS=$(npx --yes ${STRANGER}@latest keys generate)`,
    `npm install --global ${STRANGER}   # once`,
    `pnpm dlx ${STRANGER} start`,
    `spawn('npx', ['${STRANGER}', 'start'])`,
    `import { start } from '${STRANGER}'`
  ])
    t.match(line, FETCH)
  for (const line of [
    `npx @gatehouse-gateway/${STRANGER} keys generate`,
    `./node_modules/.bin/${STRANGER} start`,
    `npm install ./gatehouse-gateway-${STRANGER}-1.0.0.tgz`,
    `npm install ioredis@6   # beside ${STRANGER}`,
    `npx passes no signals on. Start ${STRANGER} itself.`
  ])
    t.notMatch(line, FETCH)
})
