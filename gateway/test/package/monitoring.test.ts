import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { packagePath } from '../../src/config/package-files.ts'
import { METRIC_PREFIX, METRICS, type MetricDefinition } from '../../src/operations/metrics/catalogue.ts'
import { listPanels } from '../fixtures/repository/dashboard.ts'
import { METRIC_LABELS } from '../fixtures/repository/metric-labels.ts'
import { readExpression } from '../fixtures/repository/promql.ts'

interface Rule {
  alert: string
  expr: string
  for: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

interface Panel {
  type: string
  title: string
  description?: string
  targets?: { expr: string; legendFormat: string }[]
  collapsed?: boolean
  panels?: Panel[]
}

interface Variable {
  name: string
  type: string
}

interface Dashboard {
  id: null
  templating: { list: Variable[] }
  annotations: { list: { expr: string }[] }
  links: { title: string; url: string }[]
  panels: Panel[]
}

const read = (...path: string[]) => readFileSync(packagePath('deploy', ...path), 'utf8')
const rules: Rule[] = parse(read('prometheus', 'rules.yaml')).groups[0].rules
const dashboard: Dashboard = JSON.parse(read('grafana', 'gatehouse.json'))
const allPanels = listPanels(dashboard.panels)

/** Labels that Prometheus adds to every series of a target. */
const TARGET_LABELS = ['namespace', 'job', 'instance']

/** Unknown metrics, and unknown labels of metrics. */
function findUnknown(expr: string): string[] {
  const { selectors, grouping } = readExpression(expr)
  const known = new Set(TARGET_LABELS)
  const unknown: string[] = []
  for (const { metric, matchers } of selectors) {
    const own = METRIC_LABELS.get(metric)
    if (own === undefined) unknown.push(metric)
    for (const label of own ?? []) known.add(label)
    for (const { label } of matchers)
      if (![...TARGET_LABELS, ...(own ?? [])].includes(label)) unknown.push(`${metric}{${label}}`)
  }
  return [...unknown, ...grouping.filter((label) => !known.has(label)).map((label) => `by ${label}`)]
}

t.test('monitoring: an unknown metric, label or grouping in an expression is found', async (t) => {
  t.same(findUnknown('sum by (job, code) (rate(gatehouse_decisions_total{outcome!="allow"}[5m])) > 0.1'), [])
  t.same(findUnknown('rate(gatehouse_decisions{job=~"$job"}[5m]) offset 1h'), ['gatehouse_decisions'])
  t.same(findUnknown('max(gatehouse_ready{call="x"})'), ['gatehouse_ready{call}'])
  t.same(findUnknown('sum by (call) (gatehouse_ready) and on (path) gatehouse_build_info'), [
    'by call',
    'by path'
  ])
  t.same(findUnknown('gatehouse_decision_duration_seconds_bucket{le="1"}'), [])
  t.same(findUnknown('gatehouse_decision_duration_seconds > 1'), ['gatehouse_decision_duration_seconds'])
})

t.test('monitoring: alerts use only metrics and labels of the gateway', async (t) => {
  t.ok(rules.length > 20, `${rules.length} alerts`)
  for (const { alert, expr, labels, annotations } of rules) {
    t.same(findUnknown(expr), [], alert)
    t.match(labels.severity, /^(critical|warning|info)$/, alert)
    t.match(annotations.summary, /^Gatehouse: /, alert)
    t.match(annotations.description, /\.$/, alert)
  }
})

/** Values in `label="value"` that no initial series of the metric has. */
function findUnknownValues(expr: string): string[] {
  const definitions = new Map(
    Object.entries<MetricDefinition>(METRICS).map(([name, definition]) => [
      `${METRIC_PREFIX}${name}`,
      definition
    ])
  )
  return readExpression(expr).selectors.flatMap(({ metric, matchers }) => {
    const columns = definitions.get(metric)?.labels ?? []
    const { known = [], ofApplication = [] } = definitions.get(metric) ?? {}
    const rows = [...known, ...ofApplication.map((row) => ['', ...row])]
    return matchers
      .filter(({ label, operator }) => columns.includes(label) && /^!?=$/.test(operator))
      .filter(
        ({ label, value }) => rows.length > 0 && rows.every((row) => row[columns.indexOf(label)] !== value)
      )
      .map(({ label, value }) => `${label}="${value}"`)
  })
}

t.test('monitoring: label values in alerts and dashboard exist in the gateway', async (t) => {
  const panels = allPanels.flatMap(({ targets = [] }) => targets)
  for (const { expr } of [...rules, ...panels]) t.same(findUnknownValues(expr), [], expr)
  t.same(findUnknownValues('gatehouse_sign_ins_total{result!="okay", provider="password"}'), [
    'result="okay"'
  ])
  t.same(findUnknownValues('gatehouse_decisions_total{outcome!="allow", code="USER_NOT_FOUND"}'), [
    'code="USER_NOT_FOUND"'
  ])
})

t.test('monitoring: texts of alerts use only labels that the expression preserves', async (t) => {
  for (const { alert, expr, annotations } of rules) {
    const { grouping } = readExpression(expr)
    const text = Object.values(annotations).join(' ')
    const used = [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
    const grouped = /\bby \(/.test(expr)
    const found = used.filter((label) => !(grouped ? grouping : TARGET_LABELS).includes(label))
    t.same(found, [], alert)
  }
})

t.test('monitoring: the rule tests name every alert, both firing and silent', async (t) => {
  const titles = ['rules.test.yaml', 'rules.days.test.yaml'].flatMap((file) =>
    parse(read('prometheus', file)).tests.map(
      ({ name, promql_expr_test: [{ exp_samples: firing }] }: RuleTest) =>
        `${name.split(':')[0]} ${firing.length === 0 ? 'silent' : 'fires'}`
    )
  )
  t.same(
    [...new Set(titles)].sort(),
    rules.flatMap(({ alert }) => [`${alert} fires`, `${alert} silent`]).sort()
  )
})

interface RuleTest {
  name: string
  promql_expr_test: [{ exp_samples: unknown[] }]
}

t.test('monitoring: dashboard panels use only metrics and labels of the gateway', async (t) => {
  const panels = allPanels.filter(({ type }) => type !== 'row')
  t.ok(panels.length > 30, `${panels.length} panels`)
  for (const { title, description, targets = [] } of panels) {
    t.ok(targets.length > 0, title)
    t.ok((description ?? '').length > 10, `${title}: has a description`)
    for (const { expr, legendFormat } of targets) {
      t.same(findUnknown(expr), [], title)
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      const left = /\bby \(/.test(expr) ? readExpression(expr).grouping : TARGET_LABELS
      const found = shown.filter((label) => !left.includes(label))
      t.same(found, [], title)
    }
  }
})

t.test('monitoring: the dashboard shows every metric of the gateway except times of reloads', async (t) => {
  const shown = new Set(
    allPanels
      .flatMap(({ targets = [] }) => targets)
      .flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric))
  )
  const own = [...METRIC_LABELS.keys()].filter((name) => /^gatehouse_.*(?<!_sum|_count)$/.test(name))
  const found = own.filter((name) => !shown.has(name))
  t.same(found, ['gatehouse_config_last_reload_success_timestamp_seconds'])
})

t.test('monitoring: the rows that few installations need are collapsed, and hold their panels', async (t) => {
  const collapsed = dashboard.panels.filter((panel) => panel.collapsed || panel.panels?.length)
  t.match(collapsed, [{ title: 'TLS' }, { title: 'Workers' }, { title: 'Store' }])
  for (const { collapsed: isCollapsed, panels = [] } of collapsed) t.ok(isCollapsed && panels.length > 0)
})

t.test('monitoring: the dashboard links to the runbook, to which the chart adds its address', async (t) => {
  t.match(dashboard.links, [{ title: 'Runbook', url: 'deploy/RUNBOOK.md' }])
  t.match(read('helm', 'gatehouse', 'templates', 'dashboard.yaml'), 'replace "\\"deploy/RUNBOOK.md\\""')
})

t.test('monitoring: the dashboard fits any installation, by variables', async (t) => {
  t.equal(dashboard.id, null)
  t.same(
    dashboard.templating.list.map(({ name, type }) => [name, type]),
    [
      ['datasource', 'datasource'],
      ['namespace', 'query'],
      ['job', 'query'],
      ['instance', 'query'],
      ['application', 'query']
    ]
  )
  const uids = [...JSON.stringify(dashboard).matchAll(/"uid":"([^"]*)"/g)].map(([, uid]) => uid)
  t.match([...new Set(uids)].sort(), [/^\$\{datasource\}$/, /^gatehouse$/])
  t.equal(new Set(uids).size, 2)
  const expressions = [...allPanels.flatMap(({ targets = [] }) => targets), ...dashboard.annotations.list]
  for (const { expr } of expressions) {
    for (const { metric, matchers } of readExpression(expr).selectors)
      t.match(
        matchers,
        [{ label: 'namespace' }, { label: 'job' }, { label: 'instance' }],
        `${metric} in ${expr}`
      )
    // Names of applications are values of `application` or of `upstream`.
    for (const { metric, matchers } of readExpression(expr).selectors) {
      const ofApplication = (METRIC_LABELS.get(metric) ?? []).find((label) =>
        ['application', 'upstream'].includes(label)
      )
      if (ofApplication !== undefined)
        t.ok(
          matchers.some(({ label }) => label === ofApplication),
          `${metric} in ${expr}`
        )
    }
  }
  t.notMatch(JSON.stringify(dashboard), /\d+\.\d+\.\d+\.\d+|https?:/)
})
