import { readFileSync } from 'node:fs'
import { extendMarkdown, headingAnchor, renderForSearch } from './markdown.mjs'
import { addressOf, GROUPS } from './navigation.mjs'

const { version, description, repository } = JSON.parse(readFileSync('package.json', 'utf8'))
const address = (repository?.url ?? repository)?.replace(/^git\+|\.git$/g, '')

const asItem = ([text, file, , items]) => ({
  text,
  link: addressOf(file),
  ...(items ? { items: items.map(asItem), collapsed: true } : {})
})

/** Roles and names in the search of VitePress 1.6 that contradict what they are on: a button around all of it, options around links. */
const ROLES = [
  [/role="button"([^>]*)aria-expanded="true"\s+aria-haspopup="listbox"/, 'role="dialog" aria-modal="true"$1'],
  [/(:id="'localsearch-item-'.*\s+:aria-selected=.*\s+role="option")(\s+>\s+<a)/, 'role="presentation"$2 $1'],
  [/:aria-label="\[\.\.\.p\.titles.*"/, ''],
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
  // As the first key of the shortcut, by a style.
  ['>K</kbd>', ' data-key="K"></kbd>']
]
const searchRoles = {
  name: 'gatehouse:search-roles',
  enforce: 'pre',
  transform: (code, id) =>
    /Search\w+\.vue$/.test(id) ? ROLES.reduce((text, [from, to]) => text.replace(from, to), code) : null
}

/** VitePress's configuration, for a folder that build.mjs makes. */
export default {
  title: 'Gatehouse',
  description,
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: 'pages',
  outDir: '../site',
  metaChunk: true,
  ignoreDeadLinks: 'localhostLinks',
  vite: { plugins: [searchRoles], build: { chunkSizeWarningLimit: 1500 } },
  markdown: {
    anchor: { slugify: headingAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => extendMarkdown(markdown, address ? `${address}/blob/v${version}` : null)
  },
  themeConfig: {
    nav: [{ text: `Version ${version}`, link: addressOf('CHANGELOG.md') }],
    sidebar: Object.entries(GROUPS).map(([text, items]) => ({ text, items: items.map(asItem) })),
    outline: [2, 4],
    search: {
      provider: 'local',
      options: { _render: renderForSearch }
    },
    ...(address ? { socialLinks: [{ icon: 'github', link: address, ariaLabel: 'Source' }] } : {})
  }
}
