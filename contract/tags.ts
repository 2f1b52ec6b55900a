/** The colours a tag may have; the table refuses others. The first is taken when nobody chooses. */
export const TAG_COLORS = [
  '#6366f1',
  '#8b5cf6',
  '#06b6d4',
  '#10b981',
  '#f59e0b',
  '#ef4444',
  '#ec4899',
  '#84cc16',
] as const
