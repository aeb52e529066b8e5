import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { packagePath } from '../gateway/src/config/package-files.ts'
import type { SchemaNode } from '../gateway/src/config/schema/published-schema.ts'

type Values = Readonly<Record<string, unknown>>

const HEAD = `<!-- Made from guide.md, values.yaml and values.schema.json by \`npm run generate\`. Do not edit. -->
`
const INTRODUCTION = `## Values

\`config\` is described in [config/README.md](../../../config/README.md); the others:

| value | default | meaning |
|---|---|---|
`
/** `config` has a document of its own, `global` is Helm's, and a former name is described with the present one. */
const ELSEWHERE: readonly string[] = ['config', 'global', 'serviceAccountName']

const read = (name: string) => readFileSync(packagePath('deploy', 'helm', 'gatehouse', name), 'utf8')

/** The chart's README.md: the guide as it is, then every value with its default and meaning. */
export function renderChartReadme(): string {
  const { properties }: SchemaNode = JSON.parse(read('values.schema.json'))
  const values: Values = parse(read('values.yaml'))
  const own = Object.entries(properties ?? {}).filter(([name]) => !ELSEWHERE.includes(name))
  const rows = listRows(own, values, '')
  return [HEAD, read('guide.md'), `${INTRODUCTION}${rows.join('\n')}\n`].join('\n')
}

/** The values of a section are listed one by one unless the section has a description of its own. */
function listRows(nodes: readonly [string, SchemaNode][], values: Values, prefix: string): string[] {
  return nodes.flatMap(([name, { description, properties }]) => {
    const path = prefix + name
    const value = values[name]
    return description === undefined && properties !== undefined
      ? listRows(Object.entries(properties), Object(value), `${path}.`)
      : [`| \`${path}\` | ${describeDefault(value)} | ${description ?? ''} |`]
  })
}

function describeDefault(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value)
  return /^(|""|\[\]|\{\})$/.test(text) ? '' : `\`${text}\``
}
