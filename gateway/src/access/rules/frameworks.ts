import type { Config } from '../../config/schema/schema.ts'

type FrameworkName = NonNullable<Config['framework']>

/** An address that stands for another page. */
export interface Alias {
  /** The path is split at the first of these: the page is below what is before it, `path` is matched after it. Default: the whole path. */
  after?: string
  path: RegExp
  /** The page, with `$1` for groups of `path`, or for the value of `parameter`. */
  page: string
  /** Query parameter with the page. `address`: a URL of its own; `name`: a part of a path below any parent folder. */
  parameter?: { name: string; kind: 'address' | 'name' }
}

/** How a framework chooses the handler of a request, beside path and method. */
export interface Framework {
  aliases: readonly Alias[]
  /** Below the root: addresses that are of no page but the one they stand for, which alone decides the tenant. Default: none. */
  ownPlaces?: readonly string[]
  /** Which requests may name another method: those by POST in their body, or also any with a query. Default: none. */
  overridesMethod?: 'post' | 'any'
  /** Header of a POST that names the handler, wherever the request goes. */
  actionHeader?: string
  /** Paths whose body names the page. */
  batches?: RegExp
  /** Scripts at which a posted form cannot name the page, as it can elsewhere. Default: nowhere. */
  formsExcept?: RegExp
}

const ANYWHERE = /^/
const INDEX: Alias = { path: /^(.*\/)index$/i, page: '$1' }
/** Two letters and perhaps a region, at the beginning or after a base path of one segment. */
const LOCALES: readonly Alias[] = [
  { path: /^\/[a-z]{2}(?:-[a-z0-9]{2,8}){0,2}(\/.*|)$/i, page: '$1' },
  { path: /^(\/[^/]+)\/[a-z]{2}(?:-[a-z0-9]{2,8}){0,2}(\/.*|)$/i, page: '$1$2' }
]
const FORMATS: readonly Alias[] = [{ path: /^(.*\/[^/.]+)\.[^/]*$/, page: '$1' }]
const FRONT_CONTROLLERS: readonly Alias[] = [
  { path: /^(.*?\/)(?:index|app)(?:_[a-z]+)?\.php\d?$/i, page: '$1' },
  { path: /^(.*?)\/[^/]+\.php\d?(\/.+)$/i, page: '$1$2' },
  // The rest of the path is an argument of the script (PATH_INFO).
  { path: /^(.*?\.php\d?)\/.*$/i, page: '$1' }
]

/** Every framework; `gateway/docs/framework-paths.md` explains each row. */
export const FRAMEWORKS: Readonly<Record<FrameworkName, Framework>> = {
  nextjs: {
    ownPlaces: ['/_next/'],
    aliases: [
      { after: '/_next/data/', path: /^[^/]+(\/.*)\.json\/?$/i, page: '$1' },
      { after: '/_next/image', path: /^\/?$/, page: '$1', parameter: { name: 'url', kind: 'address' } },
      { path: /^(.*)\.segments\/.*$/i, page: '$1' },
      { path: /^(.*?)(?:\.prefetch)?\.(?:rsc|txt|html)$/i, page: '$1' },
      ...LOCALES,
      INDEX
    ],
    actionHeader: 'next-action'
  },
  'react-router': {
    aliases: [
      { path: /^(.*\/)_(?:root)?\.(?:data|rsc|manifest)$/i, page: '$1' },
      { path: /^(.*)\.(?:data|rsc|manifest)$/i, page: '$1' }
    ],
    actionHeader: 'rsc-action-id'
  },
  nuxt: {
    ownPlaces: ['/_ipx/'],
    aliases: [
      { path: /^(.*\/)_payload\.js(?:on)?$/i, page: '$1' },
      { after: '/_ipx/', path: /^[^/]+(\/.*)$/, page: '$1' },
      { after: '/__nuxt_error', path: /^\/?$/, page: '$1', parameter: { name: 'url', kind: 'address' } },
      INDEX
    ]
  },
  sveltekit: { aliases: [{ path: /^(.*(?:\/|\.html))__(?:data\.json|route\.js)$/i, page: '$1' }] },
  gatsby: {
    ownPlaces: ['/page-data/'],
    aliases: [{ after: '/page-data/', path: /^(.*)\/page-data\.json$/i, page: '/$1' }, INDEX]
  },
  astro: {
    aliases: [
      { after: '/_image', path: /^\/?$/, page: '$1', parameter: { name: 'href', kind: 'address' } },
      { path: ANYWHERE, page: '/_actions$1', parameter: { name: '_action', kind: 'name' } }
    ]
  },
  rails: { aliases: FORMATS, overridesMethod: 'post' },
  spring: { aliases: FORMATS, overridesMethod: 'post' },
  express: { aliases: [], overridesMethod: 'post' },
  django: { aliases: [] },
  php: { aliases: FRONT_CONTROLLERS },
  symfony: { aliases: FRONT_CONTROLLERS, overridesMethod: 'post' },
  laravel: { aliases: FRONT_CONTROLLERS, overridesMethod: 'post' },
  wordpress: {
    aliases: [
      ...FRONT_CONTROLLERS,
      { path: ANYWHERE, page: '/wp-json$1', parameter: { name: 'rest_route', kind: 'name' } },
      { path: ANYWHERE, page: '$1', parameter: { name: 'pagename', kind: 'name' } }
    ],
    overridesMethod: 'any',
    batches: /\/batch\/v1\/?$/i,
    formsExcept:
      /\/(?:wp-login|wp-comments-post|wp-cron|xmlrpc|wp-admin\/(?:admin-ajax|admin-post|async-upload))\.php$/
  }
}

/** What tells a framework in header lines and pages of its responses, or in the paths of rules. The first match counts. */
const SIGNS: readonly (readonly [framework: FrameworkName, sign: RegExp])[] = [
  ['nextjs', /^x-powered-by: next\.js|^x-nextjs-|\/_next\/|__NEXT_DATA__/im],
  ['react-router', /^x-remix-response:|__reactRouterContext|__remixContext/im],
  ['nuxt', /^x-powered-by: nuxt|\/_nuxt\/|__NUXT__/im],
  ['sveltekit', /^x-sveltekit-|\/_app\/immutable\/|__sveltekit_/im],
  ['gatsby', /id="___gatsby"|\/page-data\//i],
  ['astro', /<astro-island|\/_astro\/|\/_server-islands\//i],
  ['wordpress', /^link: .*rel="https:\/\/api\.w\.org\/"|\/wp-(?:content|includes|json|admin|login)\b/im],
  [
    'rails',
    /^x-runtime: \d+\.\d+$|name="csrf-param" content="authenticity_token"|\/rails\/active_storage\//im
  ],
  ['laravel', /^set-cookie: [^=]*laravel[_-]session=/im],
  ['symfony', /^x-debug-token|^x-generator: drupal|\/app_dev\.php\b/im],
  ['php', /^x-powered-by: php|^set-cookie: PHPSESSID=|^\/\S*\.php\b/im]
]

/** The framework that a text suggests; null: none. `text`: header lines with names in lower case and a page, or paths of rules. */
export function recognizeFramework(text: string): FrameworkName | null {
  return SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? null
}
