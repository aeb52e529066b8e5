export default {
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  images: { dangerouslyAllowLocalIP: true }
}
