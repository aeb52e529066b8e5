/** The gallery's input. */
export interface GallerySetup {
  /** Address of the login page, without a query. */
  loginPath: string
  brandName: string
  languages: readonly { id: string; name: string }[]
  /** The configured look, with an empty name, then the presets: colors of buttons and of the page, as `#rrggbb`. */
  presets: readonly { name: string; fill: string; page: string }[]
}
