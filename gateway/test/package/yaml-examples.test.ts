import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import {
  listYamlExamples,
  loadExample,
  problemsOfExample,
  readExample,
  type YamlExample
} from '../fixtures/yaml-examples.ts'

const skip = existsSync(packagePath('.git')) ? false : 'needs a clone'

/** How blocks begin that are for other programs. */
const OF_OTHERS: readonly string[] = ['# prometheus.yml', '# GitHub Actions', '- transport_socket:']

/** Said of a network of containers; the example cannot know whether it is guarded. */
const OF_THE_NETWORK = 'http to another machine'

/** Blocks for the gateway, in every document of the repository. */
function listExamples(): YamlExample[] {
  const listed = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: packagePath(), encoding: 'utf8' })
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(packagePath(path)))
    .flatMap((path) => listYamlExamples(path, readFileSync(packagePath(path), 'utf8')))
    .filter(({ text }) => !OF_OTHERS.some((start) => text.trimStart().startsWith(start)))
}

t.test('documents: each block of YAML, a configuration that loads without a warning', { skip }, async (t) => {
  const examples = listExamples()
  t.ok(examples.length >= 15, `${examples.length} blocks`)
  for (const { place, text } of examples) {
    const loaded = loadExample(t, readExample({ text }))
    t.same(problemsOfExample(loaded), [], place)
    const warnings = loaded.kind === 'loaded' ? loaded.warnings : []
    t.same(
      warnings.filter((line) => !line.includes(OF_THE_NETWORK)),
      [],
      place
    )
  }
})

t.test('documents: example configurations, no problem and no warning', async (t) => {
  for (const name of ['gatehouse.example.yaml', 'gatehouse.aal2.example.yaml']) {
    const text = readFileSync(packagePath('config', name), 'utf8')
    const loaded = loadExample(t, readExample({ text }))
    t.match(loaded, { kind: 'loaded', warnings: [] }, name)
  }
})

t.test('documents: YAML in lists too, found with its line; one wrong key, a problem', async (t) => {
  const good = 'cors:\n  origins: [https://app.example.com]'
  const document = `# A\n\n\`\`\`yaml\n${good}\n\`\`\`\n\n1. b\n   \`\`\`yaml\n   cors:\n     orgins: []\n   \`\`\`\n`
  const [first, second, ...others] = listYamlExamples('a.md', document)
  t.same(first, { place: 'a.md:3', text: good })
  t.same(second, { place: 'a.md:9', text: 'cors:\n  orgins: []' })
  t.same(others, [])
  const problems = (text = '') => problemsOfExample(loadExample(t, readExample({ text })))
  t.same(problems(first?.text), [])
  t.match(problems(second?.text), [/^cors\.orgins: /])
  t.match(problems('login: { brand: { logo: /none/logo.svg, nme: A } }'), [/^login\.brand\.nme: /])
})
