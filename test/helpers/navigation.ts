/** Whether the browser reports the steps of its history. WebKitGTK 2.50 has the object, but not the event. */
export const reportsNavigation =
  'navigation' in globalThis && !/ Version\/\S+ Safari/.test(navigator.userAgent);
