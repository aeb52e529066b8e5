// What the site does with the Markdown of the repository besides rendering it: anchors as on GitHub, one for each row that names
// something, and links that lead to pages.
import { posix } from 'node:path'
import { ADDRESSES, findTarget } from './navigation.mjs'

const NAME = /^[a-z][\w.-]*$/i

/** The anchor of a heading, as on GitHub. */
export function headingAnchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** The anchor of a row whose first cell is code, such as a key or a metric: `session-idleseconds`. Null: not a name. */
export function rowAnchor(code) {
  return NAME.test(code) ? code.toLowerCase().replaceAll('.', '-') : null
}

/** Gives rows anchors, unless a heading has it. The name leads to itself, for copying; cells know the heads of their columns. */
function anchorRows(tokens, Token) {
  const taken = new Set(tokens.map((token) => token.attrGet('id')))
  let heads = []
  let cells = 0
  for (const [index, token] of tokens.entries()) {
    const { children, content } = tokens[index + 1] ?? {}
    if (token.type === 'thead_open') heads = []
    if (token.type === 'tr_open') cells = 0
    if (token.type === 'th_open') heads.push(content)
    // A head without text is none.
    if (/^th_/.test(token.type) && heads.at(-1) === '') token.tag = 'td'
    if (token.type !== 'td_open') continue
    token.attrSet('data-head', heads[cells++])
    const isLink = children[0]?.type === 'link_open'
    const name = children[isLink ? 1 : 0]
    const anchor = cells === 1 && name?.type === 'code_inline' ? rowAnchor(name.content) : null
    if (anchor === null || taken.has(anchor)) continue
    taken.add(anchor)
    tokens[index - 1].attrSet('id', anchor)
    if (isLink) continue
    const open = new Token('link_open', 'a', 1)
    open.attrSet('href', `#${anchor}`)
    children.splice(0, 1, open, name, new Token('link_close', 'a', -1))
  }
}

/** Leads links to pages and sources. Without a target, their text stays. */
function redirectLinks(tokens, file, sources) {
  for (const { children } of tokens.filter(({ type }) => type === 'inline')) {
    let isDropped = false
    for (const token of children) {
      if (token.type === 'link_open') {
        const target = findTarget(file, token.attrGet('href'), sources)
        isDropped = target === null
        if (!isDropped) token.attrSet('href', target)
      }
      if (isDropped && /^link_/.test(token.type)) Object.assign(token, { type: 'text', content: '' })
    }
  }
}

/** For markdown-it. `sources`: address of the files of this version, or null. */
export function extendMarkdown(markdown, sources) {
  const files = new Map([...ADDRESSES].map(([file, address]) => [`${address}index.md`, file]))
  markdown.core.ruler.push('gatehouse', ({ tokens, env, Token }) => {
    anchorRows(tokens, Token)
    redirectLinks(tokens, files.get(env.relativePath), sources)
  })
  // Wide tables scroll by themselves, also by keyboard.
  markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  markdown.renderer.rules.table_close = () => '</table></div>\n'
}

/** A heading, or a row of a table that explains names: keys, metrics, values of the chart. */
const PLACE =
  /<h(\d)|<tr id="([^"]+)">\s*<td data-head="(?:key, variable|metric|value)">(?:<a [^>]*>)?<code[^>]*>([^<]+)/g

/** For the index of the search: such rows are sections of their own, below the heading before them. */
export function renderForSearch(source, env, markdown) {
  let level = 1
  return markdown.render(source, env).replace(PLACE, (found, heading, anchor, name) => {
    level = Number(heading ?? level)
    const below = level + 1
    return heading ? found : `<h${below}>${name} <a href="#${anchor}"></a></h${below}>${found}`
  })
}

const PICTURE = /(?<=\]\(|\b(?:src|srcset)=")([^)"\s:]+\.(?:svg|png|jpe?g))(?=[)"])/g

/** A document whose pictures have their paths from the root of the repository, and the list of those. */
export function placePictures(file, text) {
  const pictures = new Set()
  const placed = text.replace(PICTURE, (link) => {
    const picture = posix.join(posix.dirname(file), link)
    pictures.add(picture)
    return `/${picture}`
  })
  return { text: placed, pictures }
}
