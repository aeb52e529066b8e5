import { readFileSync } from 'node:fs'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { ASVS_CHAPTERS } from '../fixtures/asvs/requirements.ts'
import { fillTable, readRows, readTitles, SECURITY_MODEL, VERDICTS } from '../fixtures/asvs/table.ts'

const read = (path: string) => readFileSync(packagePath(path), 'utf8')
const markdown = read(SECURITY_MODEL)
const rows = readRows(markdown)
const { shownBy, misplaced } = readTitles()
const idsOf = (text: string) => text.split(' ').filter((id) => id !== '')
const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })

t.test('asvs: the list has 70 requirements of level 1 and 183 of level 2, all different', async (t) => {
  const level1 = ASVS_CHAPTERS.flatMap((chapter) => idsOf(chapter.level1))
  const level2 = ASVS_CHAPTERS.flatMap((chapter) => idsOf(chapter.level2))
  t.same([level1.length, level2.length, new Set([...level1, ...level2]).size], [70, 183, 253])
})

t.test('asvs: every requirement of levels 1 and 2 is in the table once, under its chapter', async (t) => {
  const sections = new Map(
    markdown.split(/^### (?=V\d+ )/m).map((section) => [section.split('\n', 1)[0], readRows(section)])
  )
  for (const { name, level1, level2 } of ASVS_CHAPTERS) {
    for (const [level, ids] of [level1, level2].entries()) {
      const listed = (sections.get(name) ?? []).filter((row) => row.level === level + 1)
      const found = listed.flatMap((row) => row.ids).sort(byNumber)
      t.same(found, idsOf(ids).sort(byNumber), `${name}, ${level + 1}`)
    }
  }
  const listed = rows.filter(({ level }) => level < 3).flatMap(({ ids }) => ids)
  t.equal(listed.length, 253, 'and no other')
})

t.test('asvs: every result is one of the legend and has evidence or a reason', async (t) => {
  for (const { ids, result, evidence, tests } of rows) {
    t.ok(
      VERDICTS.some((known) => known === result),
      `${ids}: ${result}`
    )
    if (result === 'holds') t.match(`${evidence} ${tests}`, /\]\([^)]+\)/, `${ids}: a link`)
    else t.not(evidence, '', `${ids}: a reason`)
  }
})

t.test('asvs: requirements in test titles each have a row, and are only at the end of titles', async (t) => {
  const known = new Set(rows.flatMap(({ ids }) => ids))
  const found = [...shownBy.keys()].filter((id) => !known.has(id))
  t.same(found, [])
  t.same(misplaced, [])
})

t.test('asvs: tests and totals are as generated from titles and rows (npm run generate)', async (t) => {
  t.equal(fillTable(markdown, shownBy), markdown)
})

t.test('asvs: the statement in SECURITY.md has the numbers and exceptions of the table', async (t) => {
  const statement = read('SECURITY.md').split('\n## OWASP ASVS\n')[1]?.split('\n## ', 1)[0] ?? ''
  const idsWith = (result: string, level: number) =>
    rows.filter((row) => row.level === level && row.result === result).flatMap(({ ids }) => ids)
  for (const level of [1, 2]) {
    const [, part = ''] =
      new RegExp(`^- \\*\\*Level ${level}\\*\\*: ([\\s\\S]*?)(?=^- )`, 'm').exec(statement) ?? []
    const holding = idsWith('holds', level).length
    const lacking = [...idsWith('partly', level), ...idsWith('fails', level)]
    t.match(part, `of the ${holding + lacking.length} `, `level ${level}`)
    t.match(part, ` ${holding} hold`)
    t.same((part.match(/\d+\.\d+\.\d+/g) ?? []).sort(byNumber), lacking.sort(byNumber))
  }
})
