// What names a lane: the sender it sends for, and the company, which every claim on its messages names first.

export interface LaneKey {
  readonly companyId: string;
  readonly senderId: string;
}
