/** A target, and whether it is met. */
export interface Target {
  name: string;
  measured: string;
  met: boolean;
}
