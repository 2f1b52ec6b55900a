/** Name of the studio, the same in every language. It is with the sidebar of the dashboard, which needs no other word of the studio. */
export const STUDIO_NAME = 'AI Studio'
