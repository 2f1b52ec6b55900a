/** English as it is spelled in; the numbers are those of harper.js. */
export const DIALECTS = ['American', 'British', 'Australian', 'Canadian'] as const
export type Dialect = (typeof DIALECTS)[number]

export const GRAMMAR_LIMITS = {
  /** Maximum for one organisation. */
  words: 2000,
  wordCharacters: 60,
} as const

export type EngineFile = 'glue' | 'program'

/** The files of harper.js that a browser gets, with their SHA-256 as they were tried by us: it runs no others. */
export const GRAMMAR_ENGINE = {
  version: '2.10.0',
  /** Command that installs it on the server. */
  command: 'npm run studio -- grammar',
  files: {
    glue: {
      name: 'BinaryModule-BmeyZWwZ.js',
      type: 'text/javascript',
      sha256: '8728c2c143a4437929401149390170372874d1aa4376dc0f517dd3518aa88015',
    },
    program: {
      name: 'harper_wasm_slim_bg.wasm',
      type: 'application/wasm',
      sha256: '8d354f62d697194235959cb6fa58699b195c058de36d59e914f4078410e9e0a1',
    },
  },
} as const satisfies {
  version: string
  command: string
  files: Record<EngineFile, { name: string; type: string; sha256: string }>
}
