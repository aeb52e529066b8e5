import type { Config } from '../config/schema/schema.ts'

type FrameworkName = NonNullable<Config['framework']>

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
