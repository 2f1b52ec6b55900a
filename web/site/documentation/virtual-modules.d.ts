/** Made by build/guide-plugin.ts. */
declare module 'virtual:guide-index' {
  /** A MiniSearch index as JSON. */
  export const index: string
}

/** Made by build/guide-plugin.ts of docs/wire.md. */
declare module 'virtual:wire' {
  export const services: readonly { path: string; body: import('../blog/article.ts').ArticleNode[] }[]
}
