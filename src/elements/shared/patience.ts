/** Milliseconds that a drawing waits for data or a file. */
const PATIENCE = 2000;

/** Resolves when the work has ended, successfully or not, or when a drawing cannot wait any longer. */
export const withinPatience = (work: Promise<unknown>, tooLate?: () => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      tooLate?.();
      resolve();
    }, PATIENCE);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
