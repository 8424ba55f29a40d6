"""Games with ordered signals: limit poker, auctions, negotiations."""
