const STOP_WORDS = new Set(
  'a an and are as at be by can do for from get has have how in into is it its more my no not of on or our so than that the their them then there these they this to up us was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Words of a text that say what it is about, in small letters. */
export const significantWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []).filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  )
