/** How a key of the configuration is asked for. */
export type FieldKind =
  | { kind: 'choice'; options: readonly (string | null)[] }
  | { kind: 'number'; minimum: number; maximum: number; canBeNull: boolean }
  | { kind: 'switch' }
  | { kind: 'colour' | 'text'; canBeNull: boolean }

/** A key that the editor can change. */
export interface EditorField {
  /** Below its section, such as `accent`. */
  key: string
  /** As the reference of the configuration says it. */
  description: string
  input: FieldKind
}

/** A section of `login`, such as `theme`. */
export interface EditorSection {
  name: string
  fields: readonly EditorField[]
}

/** Section -> key -> value, as in the configuration. */
export type Edited = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What the gallery is told before it shows anything. */
export interface GallerySetup {
  /** Address of the login page, without a query. */
  loginPath: string
  /** Where edits are sent. */
  editPath: string
  brandName: string
  languages: readonly { id: string; name: string; direction: 'ltr' | 'rtl' }[]
  /** Empty: nothing can be edited here. */
  sections: readonly EditorSection[]
  /** What the configuration says now, defaults filled in. */
  values: Edited
}

/** Something that is wrong; `path`: a key, such as `login.theme.accent`. */
export interface EditProblem {
  path: string
  /** Goes behind the key, without a full stop. */
  message: string
  /** Whole sentences, or empty. */
  hint: string
  /** A value that would be good there, computed from the one that was sent; left out: there is none. */
  suggestion?: string
}

/** The answer to an edit. */
export type EditAnswer =
  /** `theme`: what previews take as the parameter of that name. `yaml`: for the configuration file. */
  { kind: 'shown'; theme: string; yaml: string } | { kind: 'invalid'; problems: readonly EditProblem[] }
