/** The blog around its articles; the articles themselves are in web/site/blog/articles. */
export const blog = {
  title: 'Blog',
  lead: 'Post-quantum cryptography with the arithmetic shown. Each article names its sources and says what our software does today, and what it does not. The dates of January 2025 are those of an editorial plan; all nine were written in November 2026.',
  featured: 'Featured',
  rest: 'More articles',
  feed: 'RSS feed',
  minutes: (count: number) => `${count} min read`,
  dates: (date: string, written: string, updated: string | undefined) =>
    `${date} is the date of the editorial plan, and the article reckons from it. It was written on ${written}${updated ? ` and revised on ${updated}` : ''}; notes marked “As of November 2026” say what changed in between.`,
  back: 'Back to blog',
  contents: 'Contents',
  linkTo: 'Link to',
  by: 'By the people who maintain QuantumShield.',
  code: 'Code',
  table: 'Table',
  neighbours: 'More articles',
  newer: 'Newer',
  older: 'Older',
  author: 'QuantumShield maintainers',
  feedDescription: 'Articles on post-quantum cryptography by the people who make QuantumShield.',
  figureInFeed: 'Figure',
  cta: {
    title: 'Try it on a file of yours',
    'sign-up': 'Start Free Trial',
    demo: 'Schedule Demo',
    pricing: 'View Pricing',
  },
} as const
