// The name of a lane: its sender, and the company, which every query about its messages names first.

export interface LaneKey {
  readonly companyId: string;
  readonly senderId: string;
}
