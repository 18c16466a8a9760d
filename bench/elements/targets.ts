/** What ours is held to. */
export interface Target {
  name: string;
  measured: string;
  met: boolean;
}
