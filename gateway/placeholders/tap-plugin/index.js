// In the place of plugins of tap that no test uses: the loaders of some would slow down every process of the tests.

export const plugin = () => ({})

/** The options of @tapjs/typescript, which tap adds to its own. */
export const config = {
  typecheck: { type: 'boolean' },
  tsconfig: { type: 'string' },
  'type-strip-only': { type: 'boolean' }
}
