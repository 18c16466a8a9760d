/** The badge that marks sample data in a theme editor. */
export const preview = {
  sample: 'Preview with sample data. Nothing is sent.',
  restart: 'Start over',
};
