/** Made by build/guide-plugin.ts. */
declare module 'virtual:guide-index' {
  /** A MiniSearch index as JSON. */
  export const index: string
}
