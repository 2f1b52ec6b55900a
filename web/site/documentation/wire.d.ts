/** Made by build/guide-plugin.ts of docs/wire.md. */
declare module 'virtual:wire' {
  export const services: readonly { path: string; body: import('../blog/article.ts').ArticleNode[] }[]
}
