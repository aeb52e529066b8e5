import type { Provider } from '../page-config.ts'

/** Ways without a provider, for `LineIcon`. Not in `icons.tsx`, which every page loads first. */
export const wayDrawings = {
  passkey:
    'M9 3.5a3.75 3.75 0 1 0 .1 0M2.5 19.5c0-4.5 3.5-6.5 8-5.6M17 9.5a3.25 3.25 0 1 0 .1 0M17 16v6m0-2.5h2',
  phone: 'M7 3h10v18H7zM11 17.5h2'
}

/** Size of the drawing, then its paths, each after its color; no color: that of the text. */
type Drawing = readonly [size: number, ...shapes: string[]]

const drawings: Readonly<Record<string, Drawing>> = {
  'google.com': [
    48,
    '#ea4335M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.8-6.8C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z',
    '#4285f4M47 24.6c0-1.6-.1-3.1-.4-4.5H24v9h12.9c-.6 3-2.3 5.5-4.8 7.2l7.7 6c4.5-4.2 7.1-10.4 7.1-17.6z',
    '#fbbc05M10.5 28.6c-.5-1.4-.8-3-.8-4.6s.3-3.1.8-4.6l-8-6.2C.9 16.5 0 20.1 0 24c0 3.9.9 7.5 2.6 10.8l8-6.2z',
    '#34a853M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.1 1.4-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48z'
  ],
  'microsoft.com': [
    21,
    '#f25022M0 0h10v10H0z',
    '#7fba00M11 0h10v10H11z',
    '#00a4efM0 11h10v10H0z',
    '#ffb900M11 11h10v10H11z'
  ],
  'github.com': [
    16,
    'M8 0C3.6 0 0 3.6 0 8c0 3.5 2.3 6.5 5.5 7.6.4.1.6-.2.6-.4 0-.2 0-.8 0-1.5-2 .4-2.5-.5-2.7-.9-.1-.2-.5-.9-.8-1.1-.3-.1-.7-.5 0-.5.6 0 1.1.6 1.2.8.7 1.2 1.9.9 2.3.7.1-.5.3-.9.5-1.1-1.8-.2-3.6-.9-3.6-4 0-.9.3-1.6.8-2.1-.1-.2-.4-1 .1-2.1 0 0 .7-.2 2.2.8.6-.2 1.3-.3 2-.3s1.4.1 2 .3c1.5-1 2.2-.8 2.2-.8.4 1.1.2 1.9.1 2.1.5.6.8 1.3.8 2.1 0 3.1-1.9 3.8-3.6 4 .3.2.5.7.5 1.5 0 1.1 0 1.9 0 2.2 0 .2.1.5.6.4A8 8 0 0 0 16 8c0-4.4-3.6-8-8-8z'
  ],
  'apple.com': [
    24,
    'M12.2 6.9c-.9 0-2.4-1.1-4-1-2 0-3.9 1.2-5 3-2.1 3.7-.6 9.1 1.5 12.1 1 1.4 2.2 3.1 3.8 3 1.5-.1 2.1-1 3.9-1 1.8 0 2.4 1 4 .9 1.6 0 2.7-1.5 3.7-3 1.2-1.7 1.6-3.3 1.7-3.4 0 0-3.2-1.2-3.2-4.9 0-3 2.5-4.5 2.6-4.6-1.4-2.1-3.6-2.3-4.4-2.4-2-.1-3.7 1.1-4.6 1.1zM15.5 3.8c.8-1 1.4-2.4 1.2-3.8-1.2.1-2.7.8-3.5 1.8-.8.9-1.4 2.3-1.3 3.7 1.3.1 2.7-.7 3.6-1.7z'
  ]
}

const key: Drawing = [
  24,
  'M15.5 2a6.5 6.5 0 0 0-6.2 8.5L2 17.8V22h4.2v-2.5h2.5V17h2.5l2.3-2.3A6.5 6.5 0 1 0 15.5 2zm1.8 6.5a1.8 1.8 0 1 1 0-3.5 1.8 1.8 0 0 1 0 3.5z'
]

/** The configured icon of a provider, its well-known logo, or a key. Decorative: the name is beside it. */
export function ProviderIcon({ id, iconSrc }: Pick<Provider, 'id' | 'iconSrc'>) {
  if (iconSrc !== null) return <img className="icon" src={iconSrc} alt="" width="20" height="20" />
  const [size, ...shapes] = (Object.hasOwn(drawings, id) && drawings[id]) || key
  return (
    <svg className="icon" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" width="20" height="20">
      {shapes.map((shape) => (
        <path key={shape} d={shape.replace(/^#\w{6}/, '')} fill={shape.match(/^#\w{6}/)?.[0]} />
      ))}
    </svg>
  )
}
