export const notFound = {
  title: 'Oops! Page not found',
  text: 'There is nothing at this address.',
  home: 'Return to home',
  figure: 'The figure is drawn from the address you asked for.',
} as const
